"""Small catalogues of trades that nobody built the product for."""
