/** Guides that are served as plain text. */
export const GUIDES = ['library', 'scenarios', 'webhooks', 'money', 'errors', 'fidelity'] as const
export type Guide = (typeof GUIDES)[number]

const PAGE_PATH = /^\/(?:docs(?:\/.*)?|openapi\.(?:json|yaml)|_sandbox\/(?:docs|openapi\.(?:json|yaml)))?$/s

/** Tells the paths of the Express application from those of the API and the control plane, without loading Express. */
export const isPagePath = (path: string): boolean => PAGE_PATH.test(path)
