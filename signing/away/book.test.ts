// What a tablet keeps of signers, and how acts go from it once.
import { expect, test, vi } from 'vitest'
import type { AwayAct } from './away.ts'
import { openSafe } from '../../platform/offline/safe.web.ts'
import { shelfOf } from '../../platform/offline/testing.ts'

const CODE = '田间地头2026'
const owner = { userId: '7', name: '镇经办' }

test('who signs is kept with the times of the server’s clock; a wrong document is told and counted; what is delivered leaves the tablet, what is refused stays with its reason', async () => {
  vi.stubGlobal('window', { addEventListener: () => undefined, localStorage: undefined, location: { href: 'http://x/' } })
  vi.stubGlobal('document', { documentElement: {} })
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
  vi.stubGlobal('navigator', { language: 'zh', locks: { request: (_n: string, work: () => unknown) => work() } })
  const { awayDoor, deliver, dropAct, readBook } = await import('./book.web.ts')
  const { numberText } = await import('./away.ts')
  const { api } = await import('../../kit/web/client.web.ts')
  const safe = (await openSafe(shelfOf(new Map()), owner, CODE))!
  const hash = async (n: number, number: string) =>
    Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(numberText({ flowId: '5', nodeSort: n }, number)))).toString('hex')
  const nodes = await Promise.all(
    ['张三', '李四'].map(async (signerName, i) => ({
      nodeSort: i + 1,
      nodeCode: 'cbf',
      signerName,
      state: i ? 'waiting' : 'open',
      hasSeal: false,
      left: 2,
      numberHash: await hash(i + 1, `n${i}`),
    })),
  )
  const c = { contractId: '9', cbhtbm: 'J', cbfmc: '张三', flowId: '5', fileHash: 'f', fileSize: 3, signDeadline: null, takenAt: '', nodes, offset: 86_400_000 }
  await safe.put({ 'taken/9': c, 'file/9': btoa('pdf') })
  const shown = (docName: string, docNumber: string) => ({ docType: '1', docName, docNumber })
  const written = { consent: 1, picture: 'p', means: 'touch' }
  const first = awayDoor(safe, c, nodes[0]!)
  await expect(first.compare(shown('李四', 'n0'), 'typed')).rejects.toThrow('证件姓名【李四】与签署人【张三】不一致')
  const { known, file } = await first.compare(shown(' 张三', ' N0'), 'typed')
  first.read!()
  await first.sign(known, written)
  const second = awayDoor(safe, c, nodes[1]!)
  await expect(second.compare(shown('李四', 'n0'), 'typed')).rejects.toThrow('证件号码与签署人【李四】登记的号码不一致')
  await expect(second.compare(shown('李', 'n1'), 'typed')).rejects.toThrow('不一致')
  await expect(second.compare(shown('李四', 'n1'), 'typed')).rejects.toThrow('已核对不符')
  await second.refuse(known, '面积不对')
  const book = await readBook(safe)
  expect([await file.text(), book.wrong, book.notes.map((n) => [n.nodeSort, n.signerName, n.reason])]).toEqual([
    'pdf',
    { '5.1': 1, '5.2': 2 },
    [
      [1, '张三', undefined],
      [2, '李四', '面积不对'],
    ],
  ])

  const sent: AwayAct[] = []
  let answer: () => Promise<unknown> = () => Promise.reject(Object.assign(new Error('没有网络'), { code: 0, msg: '没有网络' }))
  vi.spyOn(api, 'post').mockImplementation((_path, act) => (sent.push(act as AwayAct), answer()) as never)
  const told = () => deliver(safe, async () => undefined)
  expect([await told(), sent.length, (await readBook(safe)).notes.every((n) => !n.outcome)]).toEqual([{ taken: 0, conflicts: 0, later: '没有网络' }, 1, true])
  answer = async () => {
    if (sent.at(-1)!.nodeSort === 2) throw Object.assign(new Error('已取消'), { code: 409, msg: '已取消' })
  }
  expect(await told()).toEqual({ taken: 1, conflicts: 1, later: '' })
  const [a, b] = (await readBook(safe)).notes.toSorted((x, y) => x.nodeSort - y.nodeSort)
  expect([a!.outcome, b!.outcome, await safe.names('act/')]).toEqual([{ as: 'taken' }, { as: 'conflict', msg: '已取消' }, [`act/${b!.actId}`]])
  // the same act, the same number, however often it goes; times are those of the server's clock, a day ahead of this one
  expect([new Set(sent.filter((x) => x.nodeSort === 1).map((x) => x.actId)).size, sent[0]!.wrong.map((w) => w.docName)]).toEqual([1, ['李四']])
  expect([sent[0]!.docTime <= sent[0]!.readTime, sent[0]!.readTime <= sent[0]!.doneTime]).toEqual([true, true])
  await dropAct(safe, b!)
  expect([await safe.names('act/'), (await readBook(safe)).notes.length]).toEqual([[], 1])
  vi.unstubAllGlobals()
})
