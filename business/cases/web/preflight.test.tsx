// @vitest-environment happy-dom
// The check of a task that stands open is asked again when papers came or the case became another, and never before the papers are known.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { App } from 'antd'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api } from '../../../kit/web/client.web.ts'
import { setLang } from '../../../kit/web/i18n.web.ts'
import { Preflight } from './Preflight.web.tsx'

let finds: { code: string; msg: string; severity: string; task: string }[] = []
let asked = 0
beforeEach(() => {
  setLang('zh')
  asked = 0
  vi.stubGlobal('fetch', async (input: string) => {
    const isCheck = new URL(input, 'http://test').pathname.endsWith('/pre-flight')
    if (isCheck) asked++
    const data = isCheck ? { findings: finds, next: null } : []
    return new Response(JSON.stringify({ code: 200, success: true, msg: '', data }), { status: 200, headers: { 'content-type': 'application/json' } })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const client = new QueryClient()
const shown = (papers: number | undefined, of: object, atOnce = true) => (
  <QueryClientProvider client={client}>
    <App>
      <Preflight task="sign" body={() => ({ id: '1' })} papers={papers} atOnce={atOnce} of={of} partOf={() => undefined} />
    </App>
  </QueryClientProvider>
)
const calls = (n: number) => waitFor(() => expect(asked).toBe(n))

test('what was put right is not told any longer', async () => {
  finds = [{ code: 'not-examined', msg: '签署文件尚未审核', severity: 'bars', task: 'sign' }]
  const before = {}
  const { rerender } = render(shown(undefined, before))
  rerender(shown(1, before))
  await screen.findByText('签署文件尚未审核')
  await calls(1)
  finds = []
  rerender(shown(1, { contracts: 'examined' }))
  await screen.findByText('未发现问题，可以办理')
  expect(screen.queryByText('签署文件尚未审核')).toBeNull()
  await calls(2)
  rerender(shown(2, before))
  await calls(3)
})
test('of a case that is typed nothing is asked before somebody wants it', async () => {
  finds = []
  const { rerender } = render(shown(1, {}, false))
  rerender(shown(2, {}, false))
  await screen.findByRole('button', { name: /检\s*查/ })
  expect(asked).toBe(0)
})

test('whatever is done beside the check has it asked anew: a posting that was saved, a paper that came', async () => {
  finds = [{ code: 'not-posted', msg: '尚未公示', severity: 'bars', task: 'publicity' }]
  const row = {}
  render(shown(1, row))
  await screen.findByText('尚未公示')
  finds = []
  await api.get('yw-publicity/publicity/page')
  await api.post('yw-accept/business/keep-input', {})
  await api.post('yw-publicity/publicity/save', {})
  await screen.findByText('未发现问题，可以办理')
  await calls(2)
})
