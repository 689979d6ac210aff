// What a device keeps: nothing of it is readable without the code, and nothing can be put in another's place.
import { expect, test } from 'vitest'
import { clock } from '../../kit/model/clock.ts'
import { setClock } from '../../kit/web/clock.web.ts'
import { STAYS_DAYS } from './delivery.ts'
import { openSafe, ownersOf } from './safe.web.ts'
import { endOverdueStays, endStay, keepStay, stayOf } from './stay.web.ts'
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

test('what somebody took along goes when he signs out or its days are over; what waits for its delivery stays, with its note, until that is delivered', async () => {
  const map = new Map<string, unknown>()
  const shelf = shelfOf(map)
  const [his, hers] = [(await openSafe(shelf, owner, CODE))!, (await openSafe(shelf, { userId: '8', name: '他人' }, CODE))!]
  const stay = { all: 'survey/', waits: 'survey/item/', beside: ['survey/note/'] }
  for (const safe of [his, hers]) await safe.put({ 'survey/house/1': { cbfmc: '张三' }, 'survey/note/a': { fate: 'waiting' }, 'survey/item/a': { wish: '1' } })
  await his.put({ 'taken/9': 'a contract that is signed on site' })
  for (const userId of ['7', '8']) await keepStay(shelf, userId, stay)
  const names = (userId: string) => [...map.keys()].filter((n) => n.startsWith(`${userId}/`)).toSorted()
  expect([await stayOf(shelf, '7'), await stayOf(shelf, '9')]).toEqual([{ waiting: 1 }, undefined])
  await endStay(shelf, '7')
  expect([names('7'), names('8').length]).toEqual([['7/survey/item/a', '7/survey/note/a', '7/taken/9'], 3])
  expect(await his.get('survey/item/a')).toEqual({ wish: '1' })
  await his.remove(['survey/item/a'])
  await endStay(shelf, '7')
  expect([names('7'), await ownersOf(shelf)]).toEqual([['7/taken/9'], [owner, { userId: '8', name: '他人' }]])
  // hers goes by itself, a day after its days were over and not before
  const begin = clock().getTime()
  const inDays = (n: number) => setClock(new Date(begin + n * 86_400_000).toUTCString())
  await hers.remove(['survey/item/a'])
  inDays(STAYS_DAYS - 1)
  await endOverdueStays(shelf)
  expect(names('8')).toEqual(['8/survey/house/1', '8/survey/note/a'])
  inDays(STAYS_DAYS + 1)
  await endOverdueStays(shelf)
  expect([names('8'), await ownersOf(shelf), [...map.keys()].filter((n) => n.startsWith('stay/'))]).toEqual([[], [owner], []])
  inDays(0)
})
