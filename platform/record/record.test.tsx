// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { phrases } from '../../kit/web/phrases.ts'
import { LoadFailed } from '../parts/LoadFailed.web.tsx'
import { neighbourStep } from './neighbours.web.ts'
import { RecordMissing } from './RecordPage.web.tsx'
import { recordWords } from './words.ts'

const key = (k: string, target: EventTarget = document.body, more: Partial<KeyboardEvent> = {}) =>
  neighbourStep({ key: k, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, target, ...more })

test('j and → lead on, k and ← back; not while somebody writes, and no arrow that a part of the page answers itself', () => {
  expect(['j', 'ArrowRight', 'k', 'ArrowLeft', 'x', 'Enter'].map((k) => key(k))).toEqual(['next', 'next', 'previous', 'previous', undefined, undefined])
  expect(key('j', document.createElement('input'))).toBeUndefined()
  expect(key('j', document.body, { ctrlKey: true })).toBeUndefined()
  const tabs = document.createElement('div')
  tabs.setAttribute('role', 'tablist')
  const tab = tabs.appendChild(document.createElement('button'))
  expect([key('ArrowRight', tab), key('j', tab)]).toEqual([undefined, 'next'])
})

const refusal = (code: number) => Object.assign(new Error('服务器的话'), { code, msg: '服务器的话', fields: [], data: null, key: '' })
test('a record that is refused or gone says so and leads back; what failed is asked for again', () => {
  const onRetry = vi.fn()
  const onClose = vi.fn()
  const buttons = () => screen.getAllByRole('button').map((b) => b.textContent.replaceAll(' ', ''))
  for (const [code, text] of [
    [403, recordWords.refused.zh],
    [404, recordWords.gone.zh],
  ] as const) {
    render(<RecordMissing error={refusal(code)} onRetry={onRetry} onClose={onClose} />)
    screen.getByText(text)
    expect([buttons(), screen.queryByText('服务器的话')]).toEqual([[recordWords.back.zh], null])
    fireEvent.click(screen.getByRole('button'))
    cleanup()
  }
  expect(onClose).toHaveBeenCalledTimes(2)
  render(<RecordMissing error={refusal(500)} onRetry={onRetry} onClose={onClose} />)
  screen.getByText('服务器的话')
  expect(buttons()).toEqual([phrases.back.zh, phrases.retry.zh])
  fireEvent.click(screen.getAllByRole('button')[1]!)
  expect([onRetry.mock.calls.length, onClose.mock.calls.length]).toEqual([1, 2])
  cleanup()
  // what is no record says it in its own words, and leads back too
  render(<LoadFailed error={refusal(403)} onRetry={onRetry} onClose={onClose} />)
  screen.getByText(phrases.notAllowed.zh)
  fireEvent.click(screen.getByRole('button'))
  expect(onClose).toHaveBeenCalledTimes(3)
  cleanup()
})
