// Files shown in place: pictures, PDF, Word, Excel, text in two codings; what cannot be shown; markup and programs in any of them.
import { buffer } from 'node:stream/consumers'
import iconv from 'iconv-lite'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PDFDocument } from '@cantoo/pdf-lib'
import { zipOf } from '../../services/develop/zip.server.ts'
import { cutText, notShown, SHEET_ROWS, TEXT_MOST, words } from '../../services/files/preview/kinds.ts'
import { picture, video } from '../../services/files/testing.server.ts'
import { docx, drawing, link, paragraph, table, xlsx } from './office.ts'
import { stage, until, type Stage, visit } from './stage.ts'

const AT = '/cpt-resource/attach/endpoint'
let s: Stage
/** The household whose files are looked at. */
let household: string
beforeAll(async () => {
  s = await stage()
  household = (await (await s.w.as('county')).get('/base-qssj/cbf/page', { size: 1 })).data.records[0].id
})
afterAll(() => s?.end())

/** Keeps files with the household, as another clerk would have done. */
async function keep(files: Readonly<Record<string, Buffer>>): Promise<void> {
  const county = await s.w.as('county')
  for (const [name, bytes] of Object.entries(files)) {
    const a = await county.upload(`${AT}/upload`, { name, bytes }, { businessId: household, businessItem: 'cbf' })
    expect([name, a.msg]).toEqual([name, '操作成功'])
  }
}
async function open(page: Page, lang: 'zh' | 'en' = 'zh'): Promise<void> {
  await visit(page, `/land/cbf?open=edit.${household}`)
  await page.getByRole('tab', { name: lang === 'zh' ? '附件' : 'Files', exact: true }).click()
}
/** Shows a file of the list; answers its dialog. */
async function show(page: Page, name: string): Promise<Locator> {
  await page.locator('.uploader-lines').getByRole('button', { name, exact: true }).click()
  return page.getByRole('dialog', { name })
}
async function close(dialog: Locator): Promise<void> {
  await dialog.locator('.ant-modal-close').click()
  await dialog.waitFor({ state: 'detached' })
}
const exact = (dialog: Locator, text: string) => dialog.getByText(text, { exact: true }).first().waitFor()

test('pictures, PDF, Word, Excel and text are shown in the same dialog and saved from it', async () => {
  const pdf = await PDFDocument.create()
  pdf.addPage([200, 200]).drawText('page one')
  await keep({
    '门牌.jpg': await picture('jpeg', 200),
    '合同.pdf': Buffer.from(await pdf.save()),
    '协议.docx': await docx([
      paragraph('土地流转协议', true),
      paragraph('甲方将地块交由乙方耕种。'),
      table([
        ['地块', '面积'],
        ['村前大田', '3.20'],
      ]),
    ]),
    '台账.xlsx': await xlsx([
      {
        name: '地块',
        rows: [
          ['名称', '面积', '占比', '日期'],
          ['村前', 3.2, 0.125, new Date('2027-01-04T00:00:00Z')],
        ],
        formats: { '1,1': '0.00', '1,2': '0.0%', '1,3': 'yyyy-mm-dd' },
      },
      { name: '空表', rows: [] },
    ]),
    '备注.txt': Buffer.from('第一行\n第二行　完'),
    '旧系统.csv': iconv.encode('承包方,面积\r\n张三,3.2\r\n', 'gb18030'),
    '参数.json': Buffer.from('{"fbfmc": "玉顶村"}'),
    '要素.xml': Buffer.from('<?xml version="1.0" encoding="UTF-8"?>\n<dk mc="村前"/>'),
    '同步.log': Buffer.from('2027-01-04 09:00:00 完成\n'),
  })
  const page = await s.enter('county', { at: '/land/cbf' })
  await open(page)
  let dialog = await show(page, '门牌.jpg')
  await page.waitForFunction(() => document.querySelector<HTMLImageElement>('[role=dialog] img')?.naturalWidth === 200)
  await close(dialog)
  dialog = await show(page, '合同.pdf')
  await exact(dialog, 'page one')
  await close(dialog)

  dialog = await show(page, '协议.docx')
  const paper = dialog.getByRole('region', { name: '协议.docx' })
  await paper.getByText('土地流转协议', { exact: true }).waitFor()
  await until(() => paper.getByText('土地流转协议', { exact: true }).evaluate((e) => getComputedStyle(e).textAlign)).toBe('center')
  await until(() => paper.getByRole('row').evaluateAll((all) => all.map((r) => [...r.children].map((c) => c.textContent)))).toEqual([
    ['地块', '面积'],
    ['村前大田', '3.20'],
  ])
  await exact(dialog, words.layout.zh)
  await s.picture(page, '49-preview-word')
  const [saved] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: '下载', exact: true }).click()])
  expect(saved.suggestedFilename()).toBe('协议.docx')
  await close(dialog)

  dialog = await show(page, '台账.xlsx')
  const sheet = dialog.getByRole('region', { name: '地块' })
  await sheet.waitFor()
  await until(() => sheet.getByRole('row').evaluateAll((all) => all.map((r) => [...r.children].map((c) => c.textContent)))).toEqual([
    ['', 'A', 'B', 'C', 'D'],
    ['1', '名称', '面积', '占比', '日期'],
    ['2', '村前', '3.20', '12.5%', '2027-01-04'],
  ])
  await s.picture(page, '50-preview-excel')
  await dialog.getByRole('tab', { name: '空表' }).click()
  await exact(dialog, words.emptySheet.zh)
  await close(dialog)

  for (const [name, text] of [
    ['备注.txt', '第一行\n第二行　完'],
    ['旧系统.csv', '承包方,面积\r\n张三,3.2\r\n'],
    ['参数.json', '{"fbfmc": "玉顶村"}'],
    ['要素.xml', '<?xml version="1.0" encoding="UTF-8"?>\n<dk mc="村前"/>'],
    ['同步.log', '2027-01-04 09:00:00 完成\n'],
  ] as const) {
    dialog = await show(page, name)
    const pre = dialog.getByRole('region', { name })
    await pre.waitFor()
    await until(async () => [name, (await pre.textContent())?.replaceAll('\r', '')]).toEqual([name, text.replaceAll('\r', '')])
    await close(dialog)
  }
  expect(s.faults).toEqual([])
})

test('what is long is cut and says so; what cannot be shown says why and can be saved; in English', async () => {
  const wide = Array.from({ length: 60 }, (_, i) => `c${i}`)
  const ole = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)])
  await keep({
    'long.txt': Buffer.from('字'.repeat(TEXT_MOST + 1)),
    'long.xlsx': await xlsx([
      { name: 'rows', rows: Array.from({ length: SHEET_ROWS + 1 }, (_, i) => [i + 1]) },
      { name: 'columns', rows: [wide] },
      { name: 'exact', rows: Array.from({ length: SHEET_ROWS }, (_, i) => [i + 1]) },
    ]),
    'old.doc': ole,
    'old.xls': ole,
    'blank.docx': await docx([]),
    'broken.docx': await docx(['<w:p><w:r>']),
    'broken.xlsx': await buffer(
      zipOf([
        { path: '[Content_Types].xml', text: '<Types/>' },
        { path: 'xl/workbook.xml', text: '<workbook><sheets' },
      ]),
    ),
    'film.mp4': video(3000),
    'huge.txt': Buffer.alloc(20 * 2 ** 20 + 1, 'a'),
  })
  const page = await s.enter('county', { lang: 'en', at: '/land/cbf' })
  await open(page, 'en')
  let dialog = await show(page, 'long.txt')
  await exact(dialog, words.textCut.en)
  await until(async () => (await dialog.getByRole('region', { name: 'long.txt' }).textContent())!.length).toBe(TEXT_MOST)
  await close(dialog)
  dialog = await show(page, 'long.xlsx')
  await exact(dialog, cutText(true, false)!.en)
  await until(() => dialog.getByRole('region', { name: 'rows' }).getByRole('row').count()).toBe(SHEET_ROWS + 1)
  await dialog.getByRole('tab', { name: 'columns' }).click()
  await exact(dialog, cutText(false, true)!.en)
  await dialog.getByRole('tab', { name: 'exact' }).click()
  await dialog.getByRole('region', { name: 'exact' }).waitFor()
  await until(() => dialog.getByRole('tabpanel', { name: 'exact' }).getByText(cutText(true, false)!.en).count()).toBe(0)
  await close(dialog)

  const asked: string[] = []
  page.on('request', (r) => r.url().includes(`${AT}/preview`) && asked.push(r.url()))
  for (const [name, why] of [
    ['old.doc', words.noKind.en],
    ['old.xls', words.noKind.en],
    ['huge.txt', notShown('text', 21 * 2 ** 20)!.en],
  ] as const) {
    dialog = await show(page, name)
    await exact(dialog, why)
    const [saved] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Download', exact: true }).click()])
    expect(saved.suggestedFilename()).toBe(name)
    await close(dialog)
  }
  // asked for by the button alone
  expect(asked.length).toBe(3)
  dialog = await show(page, 'blank.docx')
  await exact(dialog, words.emptyFile.en)
  await close(dialog)
  for (const name of ['broken.docx', 'broken.xlsx']) {
    dialog = await show(page, name)
    await exact(dialog, words.unreadable.en)
    await dialog.getByRole('button', { name: 'Download', exact: true }).waitFor()
    await close(dialog)
  }
  dialog = await show(page, 'film.mp4')
  await exact(dialog, words.noVideo.en)
  await s.picture(page, '51-preview-none')
  await close(dialog)
  expect(s.faults).toEqual([])
})

test('markup and programs in Word, Excel and text stay words: nothing runs, nothing is fetched, no link leads to a program', async () => {
  const evil = '<img src=x onerror=ran()>'
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>ran()</script></svg>'
  await keep({
    'evil.docx': await docx(
      [
        paragraph(evil),
        link('js', 'to a program'),
        link('web', 'to the web'),
        link('data', 'to a page'),
        `<w:p><w:r><w:sym w:font="Wingdings" w:char="41;&lt;img src=x onerror=ran()&gt;"/></w:r></w:p>`,
        `<w:p><w:bookmarkStart w:id="0" w:name="a&quot; onclick=&quot;ran()"/><w:bookmarkEnd w:id="0"/></w:p>`,
        drawing('p1', `"><script>ran()</script>`),
        drawing('p2', 'page'),
        drawing('p3', 'elsewhere'),
        table([[`"><script>ran()</script>`, 'javascript:ran()']]),
      ],
      {
        links: { js: 'javascript:ran()', web: 'https://example.org/a?b=1', data: 'data:text/html,<script>ran()</script>' },
        pictures: {
          p1: { type: 'image/svg+xml', text: svg },
          p2: { type: 'text/html', text: '<script>ran()</script>' },
          p3: { type: 'image/png" onerror="ran()', text: 'x' },
        },
      },
    ),
    'evil.xlsx': await xlsx([{ name: `<img src=x onerror='ran()'>`, rows: [[evil, '=HYPERLINK("javascript:ran()","x")', 'javascript:ran()']] }]),
    'evil.txt': Buffer.from(`${evil}\n${'-'.repeat(5000)}\n<script>ran()</script><svg onload=ran()>`),
    'evil.xml': Buffer.from(`<?xml version="1.0"?>\n<a onclick="ran()">${'-'.repeat(5000)}<script>ran()</script></a>`),
  })
  const page = await s.enter('county', { at: '/land/cbf' })
  const reports: string[] = []
  await page.exposeFunction('ran', () => void reports.push('a program ran'))
  page.on('dialog', (d) => void d.dismiss().then(() => reports.push(d.message())))
  page.on('request', (r) => new URL(r.url()).origin === s.url || /^(data|blob):/.test(r.url()) || reports.push(`fetched ${r.url()}`))
  await open(page)
  for (const [name, seen] of [
    ['evil.docx', evil],
    ['evil.xlsx', evil],
    ['evil.txt', '<script>ran()</script>'],
    ['evil.xml', '<script>ran()</script>'],
  ] as const) {
    const dialog = await show(page, name)
    await dialog.getByRole('region').getByText(seen).first().waitFor()
    const made = await dialog.evaluate((d) =>
      [...d.querySelectorAll('script, iframe, object, embed, img[src="x"], [onerror], [onclick], [onload], a:not([href^="https://"]), svg:has(script)')].map(
        (e) => e.outerHTML,
      ),
    )
    expect([name, made.filter((m) => /ran\(|javascript:|data:text/.test(m))]).toEqual([name, []])
    expect([name, await dialog.locator('.preview-paper img').count()]).toEqual([name, 0])
    if (name === 'evil.docx') {
      const links = await dialog.getByRole('link').evaluateAll((all) => all.map((a) => [a.textContent, a.getAttribute('href'), a.getAttribute('rel')]))
      expect(links).toEqual([['to the web', 'https://example.org/a?b=1', 'noopener noreferrer']])
      await exact(dialog, 'to a program')
    }
    await close(dialog)
  }
  expect(reports).toEqual([])
  expect(s.faults).toEqual([])
})
