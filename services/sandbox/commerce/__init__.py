"""The commerce trade: a local-life backend (外卖/到店) and its internal tools."""
