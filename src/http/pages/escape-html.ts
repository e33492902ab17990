const HTML_ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escapeHtml = (value: string): string =>
  value.replaceAll(/[&<>"']/g, (character) => HTML_ESCAPES[character] as string)
