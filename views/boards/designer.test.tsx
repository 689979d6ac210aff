// @vitest-environment happy-dom
// A board is laid out without a mouse; what is saved is what stands there.
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { signIn, type TokenAnswer } from '../../kit/web/session.web.ts'
import { around } from '../../platform/parts/testing.ts'
import type { BoardPanel } from './board.ts'
import { Designer } from './Designer.web.tsx'
import { boardWords as words } from './words.ts'

let posted: { url: string; body: any }[] = []
beforeEach(() => {
  posted = []
  signIn({ mark: 'm', expires_in: 3600, tenant_id: '000000', account: 'admin' } as TokenAnswer)
  vi.stubGlobal('fetch', async (url: string, o?: { method?: string; body?: string }) => {
    if (o?.method === 'POST') posted.push({ url, body: JSON.parse(String(o.body)) })
    const data = url.includes('board-version/page') ? { records: [{ id: '1', version: 4, day: '2026-03-01', panels: [] }], total: 1 } : { version: 5 }
    return new Response(JSON.stringify({ code: 200, success: true, data }))
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('arrow keys move a panel, with Shift they size it, Delete removes it; what it would cover goes below; saving names the version that was changed', async () => {
  const at = (key: string, x: number): BoardPanel => ({ set: 'home', key, shape: 'number', x, y: 0, w: 3, h: 2 })
  render(
    <Designer of={{ id: '9', name: '县领导', version: 4, panels: [at('issuers', 0), at('households', 3), at('members', 6)] } as never} onClose={() => {}} />,
    { wrapper: around },
  )
  const places = () => screen.getAllByRole('listitem').map((p) => p.getAttribute('aria-label'))
  const key = (n: number, k: string, shiftKey = false) => fireEvent.keyDown(screen.getAllByRole('listitem')[n]!, { key: k, shiftKey })
  expect(places()[0]).toBe('发包方，第1列第1行，宽3高2')
  key(0, 'ArrowRight')
  // one column further it covers the next one, which goes below
  expect(places().slice(0, 2)).toEqual(['发包方，第2列第1行，宽3高2', '农户，第4列第3行，宽3高2'])
  key(0, 'ArrowLeft')
  key(0, 'ArrowRight', true)
  expect(places()[0]).toBe('发包方，第1列第1行，宽4高2')
  key(0, 'ArrowLeft')
  expect(places()[0]).toBe('发包方，第1列第1行，宽4高2')
  key(2, 'Delete')
  expect(places()).toHaveLength(2)
  fireEvent.click(screen.getByRole('button', { name: words.save.zh }))
  await waitFor(() => expect(posted).toHaveLength(1))
  expect(posted[0]!.url).toContain('data/board/place')
  expect(posted[0]!.body).toEqual({
    id: '9',
    version: 4,
    panels: [
      { ...at('issuers', 0), w: 4 },
      { ...at('households', 3), y: 2 },
    ],
  })
})
