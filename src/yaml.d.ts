// YAML files are read when the package is built; the running sandbox only ever sees their JSON.
declare module '*.yaml' {
  const value: unknown

  export { value as default }
}

// Any other file as it is, with `?text` after its name.
declare module '*?text' {
  const value: string

  export { value as default }
}

// A Markdown file rendered as HTML, with `?html` after its name.
declare module '*.md?html' {
  const value: string

  export { value as default }
}

// A browser application, compiled when the package is built, with `?browser` after the name of its entry.
declare module '*?browser' {
  export const script: string
  export const style: string
}

// What is compiled from an OpenAPI document when the package is built, with `?validators` after its name.
declare module '*.yaml?validators' {
  type CompiledValidators = import('./contract/compiled-validators.js').CompiledValidators

  export const parameters: CompiledValidators['parameters']
  export const bodies: CompiledValidators['bodies']
  export const responses: CompiledValidators['responses']
  export const events: CompiledValidators['events']
}

// What is compiled from the schemas of snapshot rows, with `?row-validators` after its name.
declare module '*.yaml?row-validators' {
  type RowValidator = ((value: unknown) => boolean) & { errors?: import('ajv').ErrorObject[] | null }

  /** By section, the path of the field that chooses the validator. */
  export const selectors: Record<string, readonly string[]>
  /** By section, or by section and the value of its selector: `events ping`. */
  export const validators: Record<string, RowValidator>
}
