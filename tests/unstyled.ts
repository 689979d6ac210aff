// Component tests that ask what stands there and what it is called: the style sheets of the component library are not computed for them. Of a test's time in
// a document without a screen a third was that, for every element of every question. A style of the element itself (display: none) still counts.
import { afterAll, beforeAll } from 'vitest'

/** For the tests of a file; not for one that measures. */
export function unstyled(): void {
  let computed: typeof window.getComputedStyle
  beforeAll(() => {
    computed = window.getComputedStyle
    window.getComputedStyle = (e) => (e as HTMLElement).style
  })
  afterAll(() => {
    window.getComputedStyle = computed
  })
}
