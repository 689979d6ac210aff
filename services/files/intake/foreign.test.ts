// Why a file is not taken: its type, its bytes, or its size, each by its name (tests/foreign).
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contentProblem, contentType } from './content.server.ts'
import { recode } from './pictures.server.ts'

const at = (name: string) => fileURLToPath(new URL(`../../../tests/foreign/${name}`, import.meta.url))
let dir = ''
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'foreign-'))
})
afterAll(() => rm(dir, { recursive: true }))
const says = async (path: string, name: string) => {
  expect(await contentType(path, name).catch(() => undefined)).toBe(undefined)
  return (await contentProblem(path, name)).words.zh
}
const made = async (bytes: Buffer | string) => {
  const path = join(dir, 'f')
  await writeFile(path, bytes)
  return path
}

test('a picture of too many pixels is refused with its size and the limit', async () => {
  await expect(recode(at('f-huge.png'), 'image/png')).rejects.toMatchObject({
    key: 'file-pixels',
    words: { zh: expect.stringMatching(/^上传失败，图片为\d+×\d+像素（共108百万），最多100百万像素，请缩小后上传$/) },
  })
  await expect(recode(await made(Buffer.from('89504e470d0a1a0a', 'hex')), 'image/png')).rejects.toMatchObject({
    words: { zh: '上传失败，图片不完整或已损坏', en: 'Upload failed: the picture is incomplete or damaged' },
  })
})

test('a PDF with bytes before its head or behind its end is told so, and what to do', async () => {
  expect(await says(at('f-bom.pdf'), 'a.pdf')).toBe('上传失败，不是完好的pdf文件：文件头%PDF之前有3个多余字节，请用阅读器另存后上传')
  expect(await says(at('f-newline-first.pdf'), 'a.pdf')).toMatch(/文件头%PDF之前有\d+个多余字节/)
  expect(await says(at('f-trailing-nul.pdf'), 'a.pdf')).toMatch(/文件结束标记%%EOF之后有\d+个多余字节，请用阅读器另存后上传$/)
  expect(await says(await made('%PDF-1.7\nnothing'), 'a.pdf')).toBe('上传失败，不是完好的pdf文件：内容不完整（没有结束标记）')
})

test('bytes of another type are named as what they are; an empty file and a type that is not taken are other refusals', async () => {
  expect(await says(at('f-huge.png'), 'a.pdf')).toBe('上传失败，文件名为pdf，内容却是png，请改用正确的文件名')
  expect(await says(at('x-ids.xlsx'), 'a.jpg')).toBe('上传失败，文件名为jpg，内容却是zip，请改用正确的文件名')
  expect(await says(await made(''), 'a.png')).toBe('上传失败，不是完好的png文件：文件是空的')
  expect(await says(await made(Buffer.from([0xff, 0x00, 0xfe, 0xff])), 'a.txt')).toBe('上传失败，不是完好的txt文件：内容不是UTF-8或GB18030编码的文字')
  expect(await says(await made('GIF89a'), 'a.exe')).toMatch(/^上传失败，只允许上传.*文件$/)
})
