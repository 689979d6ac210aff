import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { world, type Client, type World } from '../../tests/world.ts'
import { parseRich, plainText, safeHref, sanitised } from './rich-text.ts'

describe('rich text', () => {
  test('keeps the closed set and writes it anew', () => {
    expect(sanitised('<p class=x onclick="a()">一<b>二</b><br/>三</p>')).toBe('<p>一<b>二</b><br>三</p>')
    expect(sanitised('<a href="https://x.org/?a=1&amp;b=2" style="x">链</a>')).toBe(
      '<a href="https://x.org/?a=1&amp;b=2" rel="noopener noreferrer" target="_blank">链</a>',
    )
    expect(sanitised('<div>一</div><div>二')).toBe('一<br>二')
    expect(sanitised('1 < 2 & 3 > 2')).toBe('1 &lt; 2 &amp; 3 &gt; 2')
    expect(plainText(parseRich('<p>一<br>二</p>'))).toBe('一 二')
  })
  test('drops what could run', () => {
    for (const evil of [
      '<script>alert(1)</script>',
      '<SCRIPT >alert(1)</SCRIPT >',
      '<svg onload=alert(1)>',
      '<img src=x onerror=alert(1)>',
      '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
      '<math><mtext></mtext><style><img src=x onerror=alert(1)></style></math>',
      '<!--><img src=x onerror=alert(1)>-->',
      '<style>*{background:url(javascript:alert(1))}</style>',
      '<base href="//x"><form action=x><input onfocus=alert(1) autofocus></form>',
    ])
      expect(sanitised(evil)).not.toMatch(/<(?!\/?(?:p|br|b|i|u|s)>)/)
    for (const address of ['javascript:alert(1)', ' java\nscript:alert(1)', 'data:text/html,x', '//x.org', '/a'])
      expect([address, safeHref(address), sanitised(`<a href="${address}">x</a>`)]).toEqual([address, undefined, '<a>x</a>'])
    expect(safeHref('https://x.org/" onclick="a')).toBeUndefined()
    expect(sanitised('<a href="https://x.org/" onclick="a">x</a>')).toBe('<a href="https://x.org/" rel="noopener noreferrer" target="_blank">x</a>')
    expect(sanitised('<a href="&#106;avascript:alert(1)">x</a>')).toBe('<a>x</a>')
  })
  test('holds no markup but the closed set, closed in order, and is stable, whatever comes in', () => {
    const bit = fc.constantFrom(
      '<',
      '>',
      '/',
      '"',
      "'",
      '&',
      '=',
      ' ',
      'b',
      'a',
      'p',
      'script',
      'svg',
      'href=',
      'onload=',
      '<p>',
      '</p>',
      '<b',
      '<!--',
      '-->',
      '&lt;',
      '&#60;',
      'https://x',
      '<a href="',
      '<br>',
      '字',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(bit, { maxLength: 30 }).map((x) => x.join('')),
        ),
        (html) => {
          const out = sanitised(html)
          const open: string[] = []
          const rest = out.replace(
            /<(\/?)(p|br|b|strong|i|em|u|s|h2|h3|h4|ul|ol|li|blockquote|a)( href="https?:\/\/[^"<>]+" rel="noopener noreferrer" target="_blank")?>/g,
            (_w, end, tag) => {
              if (end) expect(open.pop()).toBe(tag)
              else if (tag !== 'br') open.push(tag)
              return ''
            },
          )
          expect(rest).not.toMatch(/[<>]/)
          expect(open).toEqual([])
          expect(sanitised(out)).toBe(out)
        },
      ),
      { numRuns: 2000 },
    )
  })
})

describe('notices over HTTP', () => {
  let w: World, admin: Client, village: Client, other: Client
  beforeAll(async () => {
    w = await world()
    ;[admin, village, other] = [await w.as('admin'), await w.as('village'), await w.as('other')]
  })
  afterAll(() => w?.end())
  const at = (v: string) => `/cpt-desk/notice/${v}`
  const make = async (o: Record<string, unknown> = {}) => {
    const a = await admin.post(at('submit'), {
      title: '开会',
      category: '6',
      releaseTime: '2020-01-01 08:00:00',
      content: '<p>明天<script>x()</script></p>',
      ...o,
    })
    expect([a.code, a.msg]).toEqual([200, '操作成功'])
    return a.data as string
  }
  const titles = async (who: Client) => (await who.get(at('list'), { size: 100 })).data.records.map((n: any) => n.title)

  test('a draft is its editors’, a published one everybody’s it is meant for, from its time on', async () => {
    const id = await make()
    expect([await titles(village), (await village.get(at('detail'), { id })).code]).toEqual([[], 404])
    expect((await admin.post(at('publish'), {}, { id })).code).toBe(200)
    const seen = (await village.get(at('detail'), { id })).data
    expect([seen.content, seen.isRead]).toEqual(['<p>明天</p>', 0])
    const later = await make({ title: '将来', releaseTime: '2099-01-01 08:00:00' }),
      elsewhere = await make({ title: '外县', regionCode: '512022' }),
      here = await make({ title: '本镇', regionCode: '512021119' })
    for (const n of [later, elsewhere, here]) await admin.post(at('publish'), {}, { id: n })
    expect((await titles(village)).sort()).toEqual(['开会', '本镇'])
    expect(await titles(other)).toEqual([])
    expect((await titles(admin)).length).toBe(4)
    expect((await village.post(at('publish'), {}, { id })).code).toBe(403)
    expect((await village.post(at('submit'), { title: 'x', category: '1', releaseTime: '2020-01-01 08:00:00' })).code).toBe(403)
  })
  test('what a person read is his alone, and a changed notice is unread again', async () => {
    const mine = async (who: Client) => (await who.get(at('mine'))).data
    expect((await mine(village)).unread).toBe(2)
    const id = (await mine(village)).records.find((n: any) => n.title === '开会').id
    await village.post(at('read'), {}, { ids: id })
    await village.post(at('read'), {}, { ids: id })
    expect([(await mine(village)).unread, (await village.get(at('detail'), { id })).data.isRead, (await admin.get(at('detail'), { id })).data.isRead]).toEqual([
      1, 1, 0,
    ])
    const { rev, ...row } = (await admin.get(at('detail'), { id })).data
    await make({ id, rev, title: row.title, content: '<p>改期</p>' })
    expect((await mine(village)).unread).toBe(2)
    expect((await village.post(at('read'), {}, {})).code).toBe(400)
    const draft = await make({ title: '草稿' })
    await village.post(at('read'), {}, { ids: draft })
    expect((await admin.get(at('detail'), { id: draft })).data.isRead).toBe(0)
  })
  test('the list tells no contents, newest first', async () => {
    const list = (await admin.get(at('list'))).data.records
    expect(list.every((n: any) => !('content' in n))).toBe(true)
    const times = list.map((n: any) => n.releaseTime)
    expect(times).toEqual([...times].sort().reverse())
  })
})
