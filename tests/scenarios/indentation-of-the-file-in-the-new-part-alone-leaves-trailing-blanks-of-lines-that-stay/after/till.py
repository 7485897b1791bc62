class Till:
    def shut(self):  
        self.lock()	
  
        return 2
