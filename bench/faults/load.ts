import { setTimeout as sleep } from 'node:timers/promises'
import { client, type Client } from '../../tests/crash/program.ts'
import { sample } from '../../tests/samples.ts'
import { fbf } from '../../land/definitions/fbf.ts'

/** What writers were told, and how long nobody was told anything. */
export interface Ledger {
  /** acknowledged issuers: id and name */
  acknowledged: { id: string; name: string }[]
  /** names that were sent and not answered: each may be there or not, and no half of it */
  unknown: string[]
  /** refusals by key */
  refused: Record<string, number>
  /** longest time between two answers of a list, seconds */
  silent: number
}
const REGION = '51202111920390'

/** Writes and reads until it is stopped. `addresses` in turn. */
export function load(addresses: readonly string[], token: string, run: string, writers: number): { ledger: Ledger; stop(): Promise<void> } {
  const ledger: Ledger = { acknowledged: [], unknown: [], refused: {}, silent: 0 }
  let [n, isOver] = [0, false]
  const clients: Client[] = addresses.map((a) => client(a, token))
  const write = async () => {
    while (!isOver) {
      n += 1
      const name = `故障${run}第${n}组`
      const answer = await Promise.race([
        clients[n % clients.length]!.post('/base-qssj/fbf/save', sample(fbf, { regionCode: REGION, fbfmc: name })),
        sleep(30_000, undefined),
      ])
      if (answer?.code === 200) ledger.acknowledged.push({ id: String(answer.data), name })
      else if (!answer) ledger.unknown.push(name)
      else ledger.refused[answer.key ?? answer.code] = (ledger.refused[answer.key ?? answer.code] ?? 0) + 1
      await sleep(answer?.code === 200 ? 20 : 150)
    }
  }
  const watch = async () => {
    let last = performance.now()
    for (let i = 0; !isOver; i++) {
      const answer = await Promise.race([clients[i % clients.length]!.get('/base-qssj/fbf/page', { size: '1' }), sleep(5000, undefined)])
      const now = performance.now()
      if (answer?.code === 200) {
        ledger.silent = Math.max(ledger.silent, (now - last) / 1000)
        last = now
      }
      await sleep(100)
    }
    ledger.silent = Math.max(ledger.silent, (performance.now() - last) / 1000)
  }
  const all = [...Array.from({ length: writers }, write), watch()]
  return {
    ledger,
    async stop() {
      isOver = true
      await Promise.all(all)
    },
  }
}

/** Which of the acknowledged are not there any more, and which of all are there twice or without what belongs to them. */
export async function judge(address: string, token: string, ledger: Ledger): Promise<{ lost: string[]; half: string[] }> {
  const c = client(address, token)
  const [lost, half]: [string[], string[]] = [[], []]
  for (const { id, name } of ledger.acknowledged) {
    const answer = await c.get('/base-qssj/fbf/detail', { id })
    if (answer?.code !== 200 || answer.data.fbfmc !== name) lost.push(name)
  }
  for (const name of [...ledger.unknown, ...ledger.acknowledged.slice(-5).map((a) => a.name)]) {
    const found = (await c.get('/base-qssj/fbf/page', { fbfmc: name, size: '10' }))?.data.records.filter((r: { fbfmc: string }) => r.fbfmc === name) ?? []
    if (found.length > 1) half.push(`${name} ${found.length} times`)
    for (const row of found) {
      const log = (await c.get('/cpt-log/usual/list', { objectId: row.id, action: 'fbf.insert' }))?.data.records.length
      if (log !== 1) half.push(`${name} with ${log} rows of the audit`)
    }
  }
  return { lost, half }
}
