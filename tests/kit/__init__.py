"""What tests share: repositories, replies, windows."""
