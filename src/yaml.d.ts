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

// What is compiled from an OpenAPI document when the package is built, with `?looks` after its name.
declare module '*.yaml?looks' {
  type Look = (value: unknown) => boolean

  export const parameters: Record<string, Look>
  export const bodies: Record<string, Look>
  export const answers: Record<string, Record<number, Look>>
  export const events: Record<string, Look>
}
