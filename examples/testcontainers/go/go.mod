module example.com/deliveries

go 1.25

require github.com/testcontainers/testcontainers-go v0.44.0
