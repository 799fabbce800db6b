"""Language models behind one seam: what is asked, what comes back, and what can go wrong."""
