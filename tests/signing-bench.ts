// What tests of electronic signing share: a transfer, whose contract has four nodes, brought to its task sign; its organisations sign by an agent.
import { execFileSync } from 'node:child_process'
import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { expect } from 'vitest'
import * as rows from '../kit/server/rows.server.ts'
import { idCard } from './samples.ts'
import { memberId, registered, type Bench } from './case-bench.ts'
import { stories } from './type-stories.ts'
import { signer_auth } from '../signing/signers/agents.ts'
import { sign_account } from '../signing/account/account.ts'

export type Node = 'cbf' | 'cbf_zr' | 'fbf' | 'jz'
export const NODES: readonly Node[] = ['cbf', 'cbf_zr', 'fbf', 'jz']
export const PHONES: Readonly<Record<Node, string>> = { cbf: '13900000001', cbf_zr: '13900000002', fbf: '13900000003', jz: '13900000004' }
const FILES = ['SQS', 'CBFSFZ', 'CBFHKB', 'CBHT', 'CBJYQZ', 'XY', 'HYJL', 'DKSYT', 'DCB', 'GSB']

/** A name by hand, as base64 of a PNG; `path`: its strokes. */
export const handwritten = async (path: string): Promise<string> => {
  const strokes = `<svg width="600" height="240"><path d="${path}" stroke="black" stroke-width="14" fill="none"/></svg>`
  return (await sharp(Buffer.from(strokes)).png().toBuffer()).toString('base64')
}

/** A balance of 100, agents of issuer and certifying body, and transfers to be signed, each of two households of its own. */
export async function transfers(b: Bench) {
  const s = stories(b, { typeCode: 'change_transfer', name: '转让', files: FILES })
  const agent = { fbf: idCard(), jz: idCard() }
  await b.as('admin', async (ctx) => {
    await rows.insert(ctx, sign_account, { regionCode: '510112', purchased: 100, consumed: 0, reserved: 0 })
    for (const nodeCode of ['fbf', 'jz'] as const)
      await rows.insert(ctx, signer_auth, {
        regionCode: '510112',
        contractType: '5',
        nodeCode,
        signerName: nodeCode === 'fbf' ? '村书记' : '镇鉴证',
        signerIdType: '1',
        signerIdCard: agent[nodeCode],
        signerPhone: PHONES[nodeCode],
      })
  })
  let made = 0
  /** A transfer at its task sign, its way chosen: numbers (`ids`) and names with numbers (`of`) of who signs. @param withPhones whether the households have the phones of PHONES */
  async function toSign(signWay: '1' | '2', withPhones: boolean) {
    made += 1
    const [n, m] = [made * 2, made * 2 + 1]
    const house = (x: number, node: 'cbf' | 'cbf_zr') =>
      registered(b, x, [String(x).padStart(5, '0')], [], { drawn: true, ...(withPhones ? { phone: PHONES[node] } : {}) })
    const [gives, receives] = [await house(n, 'cbf'), await house(m, 'cbf_zr')]
    const { id: djbIdZr } = await s.current(receives)
    const form = { cbfZr: { cbfbm: receives.cbfbm }, djbIdZr: String(djbIdZr), xyrq: '2026-03-01', zrjk: '每亩三千元', bgyy: '进城落户' }
    const id = await s.accepted(await s.application(gives, '1', form))
    await s.to(id, 'sign')
    b.setDay('2026-03-17')
    const town = b.call('town')
    const [contract] = (await town('GET', '/dzzw/contract-to-sign', {}, { businessId: id })).data
    expect((await town('POST', '/dzzw/choose-sign-way', { businessId: id, contractIds: [contract.id], signWay })).msg).toBe('操作成功')
    const ids: Record<Node, string> = { cbf: memberId(n, 0), cbf_zr: memberId(m, 0), ...agent }
    const of: Record<Node, [name: string, number: string]> = {
      cbf: [`张${n}`, ids.cbf],
      cbf_zr: [`张${m}`, ids.cbf_zr],
      fbf: ['村书记', ids.fbf],
      jz: ['镇鉴证', ids.jz],
    }
    return { id, contract, keys: { uniqueKey: id, businessKeys: [contract.id as string] }, ids, of }
  }
  return { s, toSign }
}
export type Transfers = Awaited<ReturnType<typeof transfers>>
export type ToSign = Awaited<ReturnType<Transfers['toSign']>>

/** What stands right behind a label of a file, in its line: a signature by its reason, what is drawn beside one by its name, or the next word. */
export async function behind(pdf: Buffer, labels: readonly string[]): Promise<string[]> {
  type Item = { page: number; text: string; left: number; right: number; middle: number }
  const doc = await PDFDocument.load(pdf, { updateMetadata: false })
  const drawn: Item[] = doc.getPages().flatMap((page, i) =>
    (page.node.Annots()?.asArray() ?? []).flatMap((ref) => {
      const dict = doc.context.lookup(ref, PDFDict)
      const said = dict.lookupMaybe(PDFName.of('V'), PDFDict)?.lookup(PDFName.of('Reason')) ?? dict.lookup(PDFName.of('Contents'))
      const { x, y, width, height } = dict.lookup(PDFName.of('Rect'), PDFArray).asRectangle()
      const at = { left: x, right: x + width, middle: page.getHeight() - y - height / 2 }
      return said instanceof PDFHexString ? [{ page: i, text: said.decodeText(), ...at }] : []
    }),
  )
  const bbox = execFileSync('pdftotext', ['-bbox', '-', '-'], { input: pdf, encoding: 'utf8', maxBuffer: 1 << 26 })
  const words: Item[] = bbox
    .split('<page ')
    .flatMap((page, i) =>
      [...page.matchAll(/<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">([^<]+)</g)].map(([, x, top, right, low, text]) => ({
        page: i - 1,
        text: text!,
        left: Number(x),
        right: Number(right),
        middle: (Number(top) + Number(low)) / 2,
      })),
    )
  return labels.map((label) => {
    const own = words.find((w) => w.text.startsWith(label))
    if (!own) return `no ${label}`
    if (own.text !== label) return own.text.slice(label.length)
    const next = [...words, ...drawn].filter((o) => o.page === own.page && Math.abs(o.middle - own.middle) < 5 && o.left >= own.right - 1)
    return next.toSorted((a, b) => a.left - b.left)[0]?.text ?? ''
  })
}
