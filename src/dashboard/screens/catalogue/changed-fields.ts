/** The fields that differ from the item and have a value, so that a PATCH names nothing else. */
export function changedFields(item: object, fields: Record<string, unknown>): Record<string, unknown> {
  const before = item as Record<string, unknown>
  const changed = Object.entries(fields).filter(
    ([name, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(before[name]),
  )
  return Object.fromEntries(changed)
}
