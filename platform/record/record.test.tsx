// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { neighbourStep } from './neighbours.web.ts'

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
