def show(rate):
    print(f"{rate} %")
