"""How `zhizao ask` finds the running service of its home folder and speaks with it.

Client and agreement load nothing but the standard library: the short way is short because of it.
"""
