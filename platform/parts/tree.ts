/** Builds a forest from rows with id and parentId; a row whose parent is absent becomes a root. Source: platform-api.md 1.5. */
export function forest<T extends { id: string; parentId?: string | null }>(rows: readonly T[]): (T & { children?: T[]; hasChildren: boolean })[] {
  type Node = T & { children?: Node[]; hasChildren: boolean }
  const nodes = new Map(rows.map((r) => [r.id, { ...r, parentId: r.parentId ?? '0', hasChildren: false } as Node]))
  const roots: Node[] = []
  for (const n of nodes.values()) {
    const up = n.parentId ? nodes.get(n.parentId) : undefined
    if (!up || up === n) {
      roots.push(n)
      continue
    }
    up.children = [...(up.children ?? []), n]
    up.hasChildren = true
  }
  return roots
}
/** A tree node of the compatible API: id, parentId, title, key, value. */
export const asNode = (r: { id: string; parentId?: string | null }, title: string) => ({ id: r.id, parentId: r.parentId ?? '0', title, key: r.id, value: r.id })
