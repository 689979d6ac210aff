import { parseSync } from 'vite'

/** The syntax tree of a file. @throws where it cannot be read */
export function treeOf(f, text) {
  const { program, errors } = parseSync(f, text)
  if (errors.length > 0) throw new Error(`${f}: ${errors[0].message}`)
  return program
}
/** Visits each node of a tree in its order: `visit(node, above)`, where `above` are the nodes around it, the nearest last. */
export function walk(node, visit, above = []) {
  if (!node || typeof node !== 'object') return
  if (Array.isArray(node)) return node.forEach((n) => walk(n, visit, above))
  if (node.type) {
    visit(node, above)
    above.push(node)
  }
  for (const k in node) if (k !== 'parent' && typeof node[k] === 'object') walk(node[k], visit, above)
  if (node.type) above.pop()
}
/** The line of a place in a text, from 1. */
export const lineOf = (text, at) => text.slice(0, at).split('\n').length
