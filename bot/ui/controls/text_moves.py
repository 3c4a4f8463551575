def match(p,r,t):
    return []
def parse(p,r,t):
    return {}
