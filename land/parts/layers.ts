export interface Edge {
  from: string
  to: string
  djxl?: string | null
}

/**
 * The column of each version: one more than the last version it came from, 0 for first ones. Links in a circle, which only broken data
 * have, are cut where they close.
 */
export function layersOf(nodes: readonly string[], edges: readonly Edge[]): Map<string, number> {
  const layers = new Map<string, number>()
  const visit = (id: string, above: readonly string[]): number => {
    const known = layers.get(id)
    if (known !== undefined) return known
    const before = edges.filter((e) => e.to === id && !above.includes(e.from) && e.from !== id && nodes.includes(e.from))
    const layer = before.length ? 1 + Math.max(...before.map((e) => visit(e.from, [...above, id]))) : 0
    layers.set(id, layer)
    return layer
  }
  for (const n of nodes) visit(n, [])
  return layers
}
