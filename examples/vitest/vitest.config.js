import { defineConfig } from 'vitest/config'

// Without this file, Vitest would find the configuration of the repository that contains this example.
export default defineConfig({})
