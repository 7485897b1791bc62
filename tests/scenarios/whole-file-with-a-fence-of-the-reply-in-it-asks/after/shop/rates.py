```python
STANDARD = 19
```

shop/vat.py
