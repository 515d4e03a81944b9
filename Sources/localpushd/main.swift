print("localpushd")
