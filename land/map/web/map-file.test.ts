// @vitest-environment happy-dom
// Files of places that people open: what the map reads of them, and what it refuses.
import { expect, test } from 'vitest'
import { kmlText } from '../layers/selection.ts'
import { readMapFile } from './map-file.web.ts'

const KML = (body: string) => `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>${body}</Document></kml>`
const POINT = '<Placemark><name>井</name><Point><coordinates>105.3,29.8,310</coordinates></Point></Placemark>'
const types = (name: string, text: string) => readMapFile(name, text)?.map((s) => [s.geometry.type, s.name])

test('places, lines, areas and several of them in one stand on the map with their names', () => {
  const line = '<Placemark><LineString><coordinates>105.3,29.8 105.4,29.9</coordinates></LineString></Placemark>'
  const many = '<Placemark><name>组</name><MultiGeometry><Point><coordinates>105,30</coordinates></Point><Point><coordinates>105,31</coordinates></Point></MultiGeometry></Placemark>' // prettier-ignore
  expect(types('a.kml', KML(POINT + line + many))).toEqual([['Point', '井'], ['LineString', undefined], ['MultiPoint', '组']]) // prettier-ignore
  const feature = { type: 'Feature', properties: { name: '路' }, geometry: { type: 'Point', coordinates: [105, 30] } }
  expect(types('a.geojson', JSON.stringify({ type: 'FeatureCollection', features: [feature] }))).toEqual([['Point', '路']])
})
test('what the map wrote it reads again, at no height', () => {
  const geometry = { type: 'Polygon', coordinates: [[[105.3, 29.8], [105.31, 29.8], [105.31, 29.81], [105.3, 29.8]]] } // prettier-ignore
  const text = kmlText('选集', [{ title: '大田 <&> "甲"', properties: { dkbm: '1', scmjm: '2.00' }, geometry }], { dkbm: '地块编码' })
  expect(readMapFile('a.kml', text)).toMatchObject([
    { geometry: { ...geometry, coordinates: [geometry.coordinates[0]!.map((p) => [...p, 0])] }, name: '大田 <&> "甲"' },
  ])
})
test('what is no such file, has metres instead of degrees, definitions of its own or nothing in it is refused', () => {
  const metres = '<Placemark><Point><coordinates>35515000,3330000</coordinates></Point></Placemark>'
  for (const [name, text] of [
    ['a.json', '{'],
    ['a.json', '{"type":"FeatureCollection","features":[]}'],
    ['a.kml', 'no xml'],
    ['a.kml', KML('')],
    ['a.kml', `<!DOCTYPE kml [<!ENTITY a "b">]>${KML(POINT)}`],
    ['a.kml', KML(POINT.repeat(5001))],
    ['a.kml', KML(metres)],
  ] as const)
    expect([name, text.slice(0, 40), readMapFile(name, text)]).toEqual([name, text.slice(0, 40), undefined])
})
