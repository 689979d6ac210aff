// @vitest-environment happy-dom
import { cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { SearchBox } from './SearchBox.web.tsx'

afterEach(cleanup)
test('Enter searches, Enter that ends a composition does not, whether a browser says so before it or with its old code', () => {
  const asked: string[] = []
  const { container } = render(<SearchBox onSearch={(v) => asked.push(v)} />)
  const input = container.querySelector('input')!
  fireEvent.change(input, { target: { value: '张三' } })
  // Chrome and Firefox: the key comes while the composition goes on
  fireEvent.compositionStart(input)
  fireEvent.keyDown(input, { key: 'Enter', keyCode: 229, isComposing: true })
  fireEvent.compositionEnd(input)
  fireEvent.keyUp(input, { key: 'Enter', keyCode: 13 })
  expect(asked).toEqual([])
  // Safari: the composition has ended when its key comes
  fireEvent.compositionStart(input)
  fireEvent.compositionEnd(input)
  fireEvent.keyDown(input, { key: 'Enter', keyCode: 229 })
  fireEvent.keyUp(input, { key: 'Enter', keyCode: 13 })
  expect(asked).toEqual([])
  fireEvent.keyDown(input, { key: 'Enter', keyCode: 13 })
  expect(asked).toEqual(['张三'])
})
