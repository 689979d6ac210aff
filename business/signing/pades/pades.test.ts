import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { IssuedCertificate } from './development-ca.server.ts'
import { createAuthority, issueCertificate } from './development-ca.server.ts'
import { signPdf } from './pades.server.ts'

const FROM = '2026-01-01T00:00:00Z'
const folder = mkdtempSync(join(tmpdir(), 'pades-'))
const options = { reason: '签订承包合同', name: '张三', location: '安岳县石羊镇', time: '2026-06-01T08:00:00Z' }
let plain: Buffer
let zhang: IssuedCertificate
let village: IssuedCertificate

beforeAll(async () => {
  const doc = await PDFDocument.create()
  doc.addPage([595, 842])
  doc.addPage([595, 842])
  plain = Buffer.from(await doc.save())
  const authority = await createAuthority('开发用根证书', FROM)
  zhang = await issueCertificate('张三', authority, FROM)
  village = await issueCertificate('安岳县石羊镇油坪村, O=x', authority, FROM)
})

afterAll(() => rmSync(folder, { recursive: true }))

function pdfsig(pdf: Buffer): string {
  const file = join(folder, 'x.pdf')
  writeFileSync(file, pdf)
  return execFileSync('pdfsig', [file], { encoding: 'utf8' })
}

function count(text: string, part: string): number {
  return text.split(part).length - 1
}

describe('signatures on a PDF', () => {
  test('two signers on one file are both valid by an independent reader, with their Chinese names', async () => {
    const one = await signPdf(plain, zhang, options)
    const two = await signPdf(one, { chain: village.chain, privateKey: village.privateKeyPem }, { ...options, name: '村', page: 2 })
    expect(two.subarray(0, one.length).equals(one)).toBe(true)
    const report = pdfsig(two)
    expect(count(report, 'Signature is Valid')).toBe(2)
    expect(count(report, 'ETSI.CAdES.detached')).toBe(2)
    expect(report).toContain('Common Name: 张三\n')
    expect(report).toContain('Common Name: 安岳县石羊镇油坪村, O=x\n')
    expect(count(report, '- Total document signed')).toBe(1)
  })

  test('one changed byte makes the signature invalid', async () => {
    const signed = await signPdf(plain, zhang, options)
    const at = signed.indexOf('595')
    signed.write('596', at)
    const report = pdfsig(signed)
    expect(report).toContain('Signature #1')
    expect(report).not.toContain('Signature is Valid')
  })

  test('a visible seal is drawn in its rectangle and keeps the first signature valid', async () => {
    const seal = await sharp({ create: { width: 40, height: 40, channels: 4, background: '#d00000' } })
      .png()
      .toBuffer()
    const signed = await signPdf(await signPdf(plain, zhang, options), village, { ...options, page: 2, rect: [100, 100, 200, 200], image: seal })
    expect(count(pdfsig(signed), 'Signature is Valid')).toBe(2)
    execFileSync('pdftoppm', ['-r', '72', '-f', '2', '-l', '2', '-png', '-singlefile', join(folder, 'x.pdf'), join(folder, 'page')])
    const { data, info } = await sharp(join(folder, 'page.png')).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    const pixel = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)]
    expect(pixel(150, 842 - 150)).toEqual([208, 0, 0])
    expect(pixel(250, 842 - 150)).toEqual([255, 255, 255])
  })

  test('a page or time that is not there is refused', async () => {
    await expect(signPdf(plain, zhang, { ...options, page: 9 })).rejects.toThrow('文件没有第9页')
    await expect(signPdf(plain, zhang, { ...options, time: 'soon' })).rejects.toThrow('签名时间格式不正确')
    await expect(signPdf(plain, { chain: [], privateKey: zhang.privateKey }, options)).rejects.toThrow('缺少签名证书')
  })

  test('a certificate needs a name of 1 to 64 characters', async () => {
    const authority = await createAuthority('开发用根证书', FROM)
    await expect(issueCertificate('', authority, FROM)).rejects.toThrow('1至64个字符')
    await expect(issueCertificate('长'.repeat(65), authority, FROM)).rejects.toThrow('1至64个字符')
  })
})
