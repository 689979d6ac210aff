// A contract template of the county's own through LibreOffice itself: previewed, enabled, and signed by four at its places, which strangers' programs verify.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sha256 } from '../../runtime/sha256.server.ts'
import { createAuthority } from '../../services/pades/development-ca.server.ts'
import { signContractPdf } from '../../signing/contract/sign-pdf.server.ts'
import { handwritten } from '../signing-bench.ts'
import { officeConverter } from '../../signing/templates/converter.server.ts'
import { wordFile } from '../../signing/templates/docx.server.ts'
import { shippedDocument } from '../../signing/templates/shipped.ts'
import { fillForm } from '../../signing/templates/typeset.server.ts'
import { sampleContract } from '../../land/paper/documents/samples.ts'
import type { Storage } from '../../services/files/storage/storage.server.ts'
import { world, type World } from '../world.ts'

const OFFICE = '/usr/bin/soffice'
const AT = '2026-03-02T09:00:00+08:00'
const folder = mkdtempSync(join(tmpdir(), 'chengbao-test-office-'))
let w: World
beforeAll(async () => {
  w = await world({ SOFFICE: OFFICE })
  w.setNow('2026-03-02')
})
afterAll(async () => {
  await w?.end()
  rmSync(folder, { recursive: true, force: true })
})
/** The shipped words under a title of the county's own. */
const own = (kind: string) => wordFile(shippedDocument(kind).replace('农村土地承包经营权转让合同', '安岳县土地承包经营权转让合同'))
const kept = (name: string, bytes: Buffer) => {
  const file = join(process.env.KEEP_PAGES || folder, name)
  writeFileSync(file, bytes)
  return file
}
const tool = (name: string, ...args: string[]) => execFileSync(name, args, { encoding: 'utf8' })

test('its values, members, parcels and annex stand on its pages in our fonts alone, and four sign at its places', async () => {
  const bytes = await own('5')
  const form = { ossName: 'a', fileHash: sha256(bytes) }
  const to = { storage: { read: async () => bytes } as unknown as Storage, converter: officeConverter(OFFICE, join(folder, 'fonts')) }
  const { cbf } = sampleContract(1, 1)
  const doc = { ...sampleContract(10, 17), dkRowLimit: 16, other: { ...cbf, cbfmc: '李四', kind: 'transfer' as const }, qtsx: ['每亩三千元'] }
  const { pdf, anchors } = await fillForm(to, doc, form, AT)
  const file = kept('own.pdf', pdf)
  const text = tool('pdftotext', '-layout', file, '-').replace(/\s+/g, '')
  for (const said of ['安岳县土地承包经营权转让合同', doc.cbhtbm, '买买提·艾力', '张䶮', '详见附表', '李四', '（1）每亩三千元', '附表承包地块情况表', '共17块'])
    expect([said, text.includes(said)]).toEqual([said, true])
  expect(text).not.toMatch(/[{}]/)
  const fonts = tool('pdffonts', file).split('\n').slice(2).filter(Boolean)
  expect(fonts.filter((l) => !/(NotoS\w+SC-|HanaMin)/.test(l) || !/ yes yes (yes|no) /.test(l))).toEqual([])
  expect(anchors.map((a) => a.name)).toEqual(['fbfSeal', 'fbfPrincipal', 'cbfSign', 'cbfFinger', 'cbfZrSign', 'jzSeal', 'signDay'])
  // all on one page, none over another
  expect(new Set(anchors.map((a) => a.page)).size).toBe(1)
  const over = anchors.flatMap((a) =>
    anchors
      .filter((b) => a.name < b.name && a.rect[0] < b.rect[2] && b.rect[0] < a.rect[2] && a.rect[1] < b.rect[3] && b.rect[1] < a.rect[3])
      .map((b) => [a.name, b.name]),
  )
  expect(over).toEqual([])

  const authority = await createAuthority('县级签名证书', '2026-01-01T00:00:00Z')
  const image = Buffer.from(await handwritten('M40 120 L200 40 L320 200 L560 60'), 'base64')
  const signers = (['cbf', 'cbf_zr', 'fbf', 'jz'] as const).map((node, i) => ({
    name: ['张三', '李四', '石羊镇油坪村', '安岳县农业农村局'][i]!,
    node,
    time: AT,
    image,
  }))
  const signed = kept('own-signed.pdf', await signContractPdf({ pdf, anchors }, signers, authority))
  expect(tool('pdfsig', signed).match(/Signature is Valid/g)).toHaveLength(4)
}, 300_000)

test('it is previewed and enabled through HTTP', async () => {
  const admin = await w.as('admin')
  const save = async (name: string, bytes: Buffer) => {
    const file = await admin.upload('/cpt-resource/attach/endpoint/upload', { name: `${name}.docx`, bytes })
    const row = {
      regionCode: '512021',
      flowType: '5',
      flowName: name,
      versionDesc: '1.0.0',
      expireSt: '2026-01-01',
      expireEd: '2026-12-31',
      attachId: file.data.id,
    }
    const saved = await admin.post('/sign-base/template/save', row)
    expect([file.msg, saved.msg]).toEqual(['操作成功', '操作成功'])
    return String(saved.data)
  }
  const id = await save('自定义', await own('5'))
  const preview = await admin.get('/sign-base/template/preview', { id })
  kept('preview.pdf', preview.raw)
  expect(preview.raw.subarray(0, 5).toString()).toBe('%PDF-')
  expect((await admin.post('/sign-base/template/enable', { id })).msg).toBe('操作成功')
  expect((await admin.get('/sign-base/template/page', { isEnabled: 1 })).data.records.map((r: { id: string }) => r.id)).toEqual([id])
}, 300_000)
