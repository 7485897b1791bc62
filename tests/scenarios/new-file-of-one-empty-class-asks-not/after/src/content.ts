class Content {}
