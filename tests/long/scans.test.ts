// Ten scanned pages are found by a word that stands on one of them: Debian's Tesseract with its data of simplified Chinese, over pictures without a text layer.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeFileSync } from 'node:fs'
import { PDFDocument } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { renderPdf } from '../../land/paper/documents/documents.server.ts'
import { closeRenderer } from '../../services/typeset/typeset.server.ts'
import { buildContract } from '../factories.ts'
import { world, type World } from '../world.ts'

const TESSERACT = '/usr/bin/tesseract'
const folder = mkdtempSync(join(tmpdir(), 'chengbao-test-scans-'))
let w: World
beforeAll(async () => {
  w = await world({ TESSERACT })
})
afterAll(async () => {
  await w?.end()
  await closeRenderer()
  rmSync(folder, { recursive: true, force: true })
})

/** What each page says of its own, and what all of them say. */
const OWN = [
  '灌溉渠道维修',
  '承包地互换协议',
  '村民代表会议',
  '土地测绘成果',
  '界址点确认',
  '家庭成员变更',
  '集体土地补偿',
  '机动地分配',
  '耕地保护责任',
  '档案移交清单',
]
const page = (own: string, n: number) => ({
  title: '会议记录',
  docId: '',
  letters: [
    {
      title: own,
      blocks: [
        { kind: 'text' as const, text: `石羊镇油坪村第三村民小组于二〇一六年召开会议，就${own}一事进行讨论，到会代表一致同意。` },
        { kind: 'text' as const, text: `本页为第${n}页，由村民委员会留存。` },
      ],
      from: ['石羊镇油坪村村民委员会'],
    },
  ],
})
/** Pages as a scanner leaves them: grey pictures of 200 dots an inch, a little askew and with grain, each a page of the file. */
async function scanned(): Promise<Buffer> {
  const out = await PDFDocument.create()
  for (const [i, own] of OWN.entries()) {
    const file = join(folder, `${i}.pdf`)
    writeFileSync(file, await renderPdf('letter', page(own, i + 1), { timestamp: '2028-01-20T00:00:00Z' }))
    execFileSync('pdftoppm', ['-png', '-gray', '-r', '200', '-singlefile', file, join(folder, String(i))])
    const sheet = sharp(readFileSync(join(folder, `${i}.png`))).rotate(i % 2 ? 0.4 : -0.4, { background: '#fff' })
    const picture = await out.embedJpg(await sheet.blur(0.6).jpeg({ quality: 60 }).toBuffer())
    out.addPage([595, 842]).drawImage(picture, { x: 0, y: 0, width: 595, height: 842 })
  }
  return Buffer.from(await out.save())
}

test('each of ten pages is found by its words and by no other page, and the page is named', async () => {
  const bytes = await scanned()
  writeFileSync(join(folder, 'scan.pdf'), bytes)
  expect(execFileSync('pdftotext', [join(folder, 'scan.pdf'), '-'], { encoding: 'utf8' }).trim()).toBe('')
  const { household } = await buildContract(w, { name: '欧阳一' })
  const admin = await w.as('admin')
  const ok = async (path: string, body: object) => {
    const r = await admin.post(`/cbjyq/da/${path}`, body)
    expect([path, r.msg]).toEqual([path, '操作成功'])
    return r.data
  }
  const volume = { title: '欧阳一户档案', groupType: 'C', fbfbm: household.fbfbm, cbfbm: household.cbfbm, year: 2026, retention: '1', securityLevel: '0' }
  const groupId = await ok('fileGroup/save', volume)
  const file = await admin.upload('/cpt-resource/attach/endpoint/upload', { name: '会议记录.pdf', bytes, type: 'application/pdf' }, { businessId: groupId, businessItem: 'QT' }) // prettier-ignore
  await ok('fileDetail/save', { groupId, docType: '12', title: '会议记录', attachId: file.data.id })
  expect(await w.maintenance.runDue()).toContain('archive-text')
  for (const [i, text] of OWN.entries()) {
    const { records } = (await admin.get('/cbjyq/da/filePage/page', { text, size: 50 })).data
    expect([text, records.map((r: any) => [r.page, r.title])]).toEqual([text, [[i + 1, '会议记录']]])
  }
}, 900_000)
