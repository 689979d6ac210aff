// What a device keeps: nothing of it is readable without the code, and nothing can be put in another's place.
import { expect, test } from 'vitest'
import { openSafe, ownersOf } from './safe.web.ts'
import { shelfOf } from './testing.ts'

const CODE = '田间地头2026'
const owner = { userId: '7', name: '镇经办' }

test('values open with the code that made the place and with no other; what lies on the shelf tells nothing, and moved it does not open', async () => {
  const map = new Map<string, unknown>()
  const shelf = shelfOf(map)
  const safe = (await openSafe(shelf, owner, CODE))!
  await safe.put({ 'act/1': { docNumber: '510112199001010010' }, 'act/2': { docNumber: '2' } })
  expect(await openSafe(shelf, owner, `${CODE} `)).toBeUndefined()
  const again = (await openSafe(shelf, owner, CODE))!
  expect([await again.get('act/1'), await again.names('act/'), await again.get('act/3'), await ownersOf(shelf)]).toEqual([
    { docNumber: '510112199001010010' },
    ['act/1', 'act/2'],
    undefined,
    [owner],
  ])
  const lies = [...map.values()].map((v) => Buffer.from((v as { data?: ArrayBuffer }).data ?? new ArrayBuffer(0)).toString('latin1')).join()
  expect([lies.length > 40, lies.includes('5101'), JSON.stringify([...map.keys()])]).toEqual([true, false, '["lock/7","7/act/1","7/act/2"]'])
  map.set('7/act/2', map.get('7/act/1'))
  await expect(again.get('act/2')).rejects.toThrow()
  await again.remove(['act/2'])
  expect(await again.names('')).toEqual(['act/1'])
})
