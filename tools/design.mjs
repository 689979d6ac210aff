// node tools/design.mjs: what screens may not do by hand. Keys of kept answers are made by kit/web/keys.web.ts. Colours come from the theme: a colour in its own figures stands only where
// LOOKS says why. Sizes in a style have a ceiling that only falls: they belong to a style sheet and its five spaces (docs/design.md);
// so have flags of calls under way (useOneCall). Properties are given by their names, not packed into an object that is spread at once. Enter in a
// text asks whether an input method is composing.
import { filesOf, FLOORS, judgedText } from './floors.mjs'

/** Where colours stand by hand, and why. */
const LOOKS = {
  'apps/web/src/login/Fields.tsx': 'the drawing of the sign-in page',
  'apps/web/src/shell/help/Manual.tsx': 'the ground of a film',
  'apps/web/src/errors/errors.tsx': 'stands outside the theme',
  'apps/web/src/login/Consent.tsx': 'stands outside the theme',
  'signing/onsite/DeskWriting.web.tsx': 'a code that is scanned, and paper to write on',
  'signing/panel/SignNodes.web.tsx': 'a code that is scanned',
  'platform/session/TotpPicture.web.tsx': 'a code that is scanned',
  'apps/web/src/login/Register.tsx': 'stands outside the theme',
  'services/camera/picture.web.ts': 'the ground of a photo',
  'services/files/picture.web.ts': 'the ground of a photo',
  'services/process/process.web.tsx': 'states of a process, as its diagram is drawn in both lights',
  'services/process/web/Designer.web.tsx': 'the sheet that a process is drawn on',
  'views/home/ContractView.web.tsx': 'colours of a chart',
  'platform/shell/theme.web.ts': 'the theme',
}
/** Drawings have scales of their own: maps, charts, the wall, ink. */
const DRAWN =
  /(^|\/)(map|large|figures)\/|Map\.web|Sketch|LifeCycle|FamilyTree|ShapeHistory|UploadShapes|SurveyFile|Cutting|PostedList|Outlines|Pad\.web|Chart|\/outline/
/** Sizes in styles by hand, all screens together: none is added. */
const MOST_SIZES = 320
/** Flags of a call under way that a screen keeps by hand: useOneCall has its flag, its words and what it touches in one. None is added. */
const MOST_BUSY = 6
const BUSY = /const \[(?:busy|saving|sending|loading|working), set\w+\] = useState\(false\)/g
/** Enter that somebody presses in a text; in the rows of a list it opens one. */
const ENTER = /onPressEnter=|key [!=]== 'Enter'/
const OF_ROWS = ['platform/list/keys.web.ts']
const COLOUR = /['"`](?:[^'"`]*\s)?#[0-9a-fA-F]{3,8}\b/
const STYLE = /\bstyle=\{\{([^}]*)\}\}/g
const SIZE =
  /\b(?:margin|padding|gap|width|height|fontSize|top|left|right|bottom|(?:margin|padding)(?:Top|Bottom|Left|Right|Block|Inline|InlineEnd|InlineStart)|(?:min|max)(?:Width|Height))\s*:\s*-?(?:[1-9]\d*|'[^']*\d+(?:px|em|rem)[^']*')/g

/** What breaks a rule of screens; tools/imports.mjs tells it too. */
export const problems = []
let sizes = 0
let flags = 0
for (const f of filesOf(FLOORS)
  .filter((f) => /\.tsx$|\.web\.ts$/.test(f) && !/\.test\.tsx?$/.test(f))
  .sort()) {
  const text = judgedText(f)
  const at = (index) => `${f}:${text.slice(0, index).split('\n').length}`
  for (const { index } of text.matchAll(/queryKey: \[/g)) problems.push(`${at(index)}: a key is made by queryKeyOf or keyUnder (kit/web/keys.web.ts)`)
  for (const { index } of text.matchAll(/\{\.\.\.\{/g)) problems.push(`${at(index)}: packed properties: each is given by its name`)
  if (!LOOKS[f] && !DRAWN.test(f))
    text
      .split('\n')
      .forEach((line, i) => COLOUR.test(line) && !line.includes('href') && problems.push(`${f}:${i + 1}: a colour by hand: take a token of the theme`))
  if (f !== 'platform/parts/SearchBox.web.tsx')
    for (const { index } of text.matchAll(/<Input\.Search\b/g)) problems.push(`${at(index)}: what is searched for is typed into a SearchBox (platform/parts)`)
  if (ENTER.test(text) && !text.includes('isComposing(') && !OF_ROWS.includes(f))
    problems.push(`${f}: Enter that ends a composition acts on the text alone: ask isComposing (kit/web/day-clock.web.ts)`)
  if (f !== 'kit/web/one-call.web.ts') flags += [...text.matchAll(BUSY)].length
  for (const [, style] of text.matchAll(STYLE)) sizes += [...style.matchAll(SIZE)].length
}
if (sizes > MOST_SIZES) problems.push(`${sizes} sizes by hand in styles, at most ${MOST_SIZES}: give it a class and one of the five spaces (docs/design.md)`)
if (flags > MOST_BUSY) problems.push(`${flags} flags of a call under way by hand, at most ${MOST_BUSY}: take useOneCall (kit/web/one-call.web.ts)`)
if (process.argv[1] === import.meta.filename) {
  for (const p of problems) console.error(p)
  console.log(`${sizes} of ${MOST_SIZES} sizes by hand, ${flags} of ${MOST_BUSY} flags of calls, ${problems.length} problems`)
  process.exit(problems.length > 0 ? 1 : 0)
}
