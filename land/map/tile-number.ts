import { problems } from '../../kit/model/problem.ts'

const MAX_ZOOM = 22

/** The tile that an address names; throws for what is no tile. */
export function numberOfTile(f: { params: Readonly<Record<string, string>> }): { z: number; x: number; y: number } {
  const [z, x, y] = ['z', 'x', 'y'].map((n) => Number(f.params[n]))
  if (![z, x, y].every((n) => Number.isInteger(n) && n! >= 0) || z! > MAX_ZOOM)
    throw problems.badRequest({ zh: '瓦片编号不正确', en: 'The tile number is malformed' })
  return { z: z!, x: x!, y: y! }
}
