TRACED: list = []
