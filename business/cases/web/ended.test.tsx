// @vitest-environment happy-dom
// Whoever passes the last task is told that the case has ended, and led to what it made.
import { cleanup, configure, fireEvent, renderHook, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { setLang } from '../../../kit/web/i18n.web.ts'
import { around } from '../../../platform/parts/testing.ts'
import { useEnded } from './form/useEnded.web.tsx'
import { words } from './words.ts'

configure({ asyncUtilTimeout: 20_000 })
const went = vi.fn()
vi.mock('@tanstack/react-router', async (real) => ({ ...(await real<object>()), useNavigate: () => went }))
afterEach(() => {
  cleanup()
  went.mockReset()
  setLang('zh')
})

test.each([
  ['zh', '办理成功，业务已办结', '查看办理结果'],
  ['en', 'Done. The case is finished', 'View the results'],
] as const)('a case that has ended says so and offers its results (%s)', async (lang, said, way) => {
  setLang(lang)
  const { result } = renderHook(useEnded, { wrapper: around })
  result.current(words.finished, '71')
  await screen.findByText(said)
  expect(went).not.toHaveBeenCalled()
  fireEvent.click(await screen.findByRole('button', { name: way }))
  expect(went).toHaveBeenCalledWith({ to: '/business/all', search: { open: 'view.71' } })
})
