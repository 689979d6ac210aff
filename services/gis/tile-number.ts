import { problems } from '../../kit/model/problem.ts'

/** The deepest tile of the product's own layers. */
const OWN_ZOOM = 22

/** The tile that an address names; throws for what is no tile, lies beside the world, or is deeper than `deepest`. */
export function numberOfTile(f: { params: Readonly<Record<string, string>> }, deepest = OWN_ZOOM): { z: number; x: number; y: number } {
  const [z, x, y] = ['z', 'x', 'y'].map((n) => f.params[n] ?? '')
  if (![z, x, y].every((n) => /^\d{1,8}$/.test(n!)) || Number(z) > deepest || Math.max(Number(x), Number(y)) >= 2 ** Number(z))
    throw problems.badRequest({ zh: '瓦片编号不正确', en: 'The tile number is malformed' })
  return { z: Number(z), x: Number(x), y: Number(y) }
}
