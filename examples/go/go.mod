module example.com/mdssandbox

go 1.21
