import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { IssuedCertificate } from './development-ca.server.ts'
import { createAuthority, issueCertificate } from './development-ca.server.ts'
import { signContractPdf } from '../../signing/contract/sign-pdf.server.ts'
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

/** The signatures of a file as any program finds them: the signed bytes, the CMS over them, where they end. */
const signaturesIn = (pdf: Buffer) =>
  [...pdf.toString('latin1').matchAll(/ByteRange \[\s*(\d+) (\d+) (\d+) (\d+)\s*\]/g)].map((m) => {
    const [from, gap, resume, rest] = m.slice(1).map(Number) as [number, number, number, number]
    const cms = Buffer.from(pdf.toString('latin1', gap + 1, resume - 1), 'hex')
    return { cms, content: Buffer.concat([pdf.subarray(from, gap), pdf.subarray(resume, resume + rest)]), end: resume + rest }
  })
/** The document's security store. */
async function storeOf(pdf: Buffer): Promise<{ certificates: Buffer[]; lists: Buffer[] }> {
  const { catalog, context } = await PDFDocument.load(pdf, { updateMetadata: false })
  const store = catalog.lookup(PDFName.of('DSS'), PDFDict)
  const all = (key: string) =>
    store
      .lookup(PDFName.of(key), PDFArray)
      .asArray()
      .map((ref) => Buffer.from((context.lookup(ref) as PDFRawStream).getContents()))
  return { certificates: all('Certs'), lists: all('CRLs') }
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

  test('a file of four nodes is verified by pdfsig, mutool and openssl given it and the root alone, what was revoked included; a changed byte is found by each', async () => {
    const authority = await createAuthority('根证书', FROM)
    const place = (name: string, x: number) => ({ name, page: 1, rect: [x, 100, x + 80, 150] as const })
    const anchors = [place('cbfSign', 20), place('cbfZrSign', 120), place('fbfSeal', 220), place('jzSeal', 320)]
    const nodes = ['cbf', 'cbf_zr', 'fbf', 'jz'] as const
    let signed = plain
    const seal = await sharp({ create: { width: 60, height: 60, channels: 4, background: '#d00' } })
      .png()
      .toBuffer()
    // each by himself, as they come; the issuer's seal goes over the edges of the pages too
    for (const [i, node] of nodes.entries()) {
      const drawn = node === 'fbf' ? { image: seal, seal } : {}
      signed = await signContractPdf({ pdf: signed, anchors }, [{ name: `签署人${i}`, node, time: `2026-06-0${i + 1}T08:00:00Z`, ...drawn }], authority)
    }
    const at = (name: string, bytes: Buffer | string): string => {
      writeFileSync(join(folder, name), bytes)
      return join(folder, name)
    }
    const run = (program: string, args: readonly string[]): string => {
      const { stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
      return stdout + stderr
    }
    const good = (pdf: Buffer) => ({
      pdfsig: count(pdfsig(pdf), 'Signature is Valid'),
      mutool: run('mutool', ['sign', '-v', at('y.pdf', pdf)]).match(/The signature is valid|The document is unchanged since signing/g)?.length ?? 0,
      openssl: signaturesIn(pdf).filter(({ content, cms }) => {
        const args = [
          '-inform',
          'DER',
          '-in',
          at('s.der', cms),
          '-content',
          at('s.bin', content),
          '-CAfile',
          root,
          '-attime',
          '1781000000',
          '-out',
          '/dev/null',
        ]
        return run('openssl', ['cms', '-verify', '-binary', '-purpose', 'any', ...args]).includes('CMS Verification successful')
      }).length,
    })
    const root = at('root.pem', authority.certificate.toString('pem'))
    expect(good(signed)).toEqual({ pdfsig: 4, mutool: 4, openssl: 4 })
    const other = await createAuthority('根证书', FROM)
    at('root.pem', other.certificate.toString('pem'))
    expect(good(signed).openssl).toBe(0)
    at('root.pem', authority.certificate.toString('pem'))
    const changed = Buffer.from(signed)
    changed[changed.indexOf('595')] = 0x34
    expect(good(changed)).toEqual({ pdfsig: 0, mutool: 0, openssl: 0 })

    // what is needed when the authority is gone lies in the file, under the last signature
    const { certificates, lists } = await storeOf(signed)
    expect([certificates.length, lists.length]).toEqual([5, 4])
    const crl = at('crl.pem', run('openssl', ['crl', '-inform', 'DER', '-in', at('crl.der', lists[3]!)]))
    const checked = certificates.map((der) => {
      const leaf = at('leaf.pem', run('openssl', ['x509', '-inform', 'DER', '-in', at('leaf.der', der)]))
      return run('openssl', ['verify', '-CAfile', root, '-CRLfile', crl, '-crl_check', '-attime', '1781000000', leaf]).endsWith(': OK\n')
    })
    expect(checked).toEqual([true, true, true, true, true])
    expect(signaturesIn(signed).at(-1)!.end).toBe(signed.length)

    // half of the seal's 42 mm on either page, in the middle of its right edge
    for (const page of ['1', '2']) {
      const { stdout } = spawnSync('pdftoppm', ['-r', '72', '-f', page, '-l', page, '-png', at('z.pdf', signed)])
      const redAt = async (left: number, top: number) => (await sharp(stdout).extract({ left, top, width: 1, height: 1 }).raw().toBuffer())[1] === 0
      expect([page, await redAt(590, 421), await redAt(540, 421), await redAt(530, 421), await redAt(590, 350)]).toEqual([page, true, true, false, false])
    }
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

test('a picture whose place is next to nothing off the edge is drawn all the same: a content stream has no powers of ten', async () => {
  // (100 - 39 × 100 / 39) / 2 is not 0 but -7e-15
  const image = await sharp({ create: { width: 39, height: 38, channels: 4, background: '#d00' } })
    .png()
    .toBuffer()
  writeFileSync(join(folder, 'seen.pdf'), await signPdf(plain, zhang, { ...options, page: 1, rect: [100, 100, 200, 200], image }))
  const seen = spawnSync('pdftoppm', ['-r', '36', '-f', '1', '-l', '1', '-png', join(folder, 'seen.pdf')])
  const [red, green] = await sharp(seen.stdout).extract({ left: 75, top: 345, width: 1, height: 1 }).raw().toBuffer()
  expect([seen.stderr.toString(), red, green]).toEqual(['', 221, 0])
})
