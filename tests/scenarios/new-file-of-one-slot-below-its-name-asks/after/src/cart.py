# cart
{{ file_content }}
