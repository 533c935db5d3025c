import DaybookCore

enum OpenAPIDocument { static var json: JSON { .object([]) } }
