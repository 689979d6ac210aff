export interface MenuLeaf {
  id: string
  parentId: string | null
  category: number
}
/**
 * What a package holds when these menus are ticked: they, everything above them, and all buttons of a page that was ticked without any of its
 * buttons (clients of the compatible API show pages only). In the order of `all`.
 */
export function packageHolds(all: readonly MenuLeaf[], ticked: readonly string[]): string[] {
  const byId = new Map(all.map((m) => [m.id, m]))
  const keep = new Set<string>()
  const up = (m: MenuLeaf | undefined): void => {
    for (let at = m; at && !keep.has(at.id); at = at.parentId ? byId.get(at.parentId) : undefined) keep.add(at.id)
  }
  const chosen = new Set(ticked)
  for (const id of chosen) {
    up(byId.get(id))
    const buttons = all.filter((m) => m.category === 2 && m.parentId === id)
    if (!buttons.some((b) => chosen.has(b.id))) for (const b of buttons) keep.add(b.id)
  }
  return all.filter((m) => keep.has(m.id)).map((m) => m.id)
}
