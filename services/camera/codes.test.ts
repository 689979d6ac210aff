import { expect, test } from 'vitest'
import { placeOfCode } from './codes.ts'
import type { IdCard } from './device.ts'
import { cardPerson } from './id-card.ts'
import { photoName } from './photos.ts'

test('codes of the register lead to their lists; every other text leads nowhere, above all an address', () => {
  const paths = ['51202111920390', ' 512021119203900001\n', '512021119203900001J', '5120211192039000017'].map((c) => placeOfCode(c)?.path)
  expect(paths).toEqual([
    '/land/fbf?fbfbm=51202111920390',
    '/land/cbf?cbfbm=512021119203900001',
    '/registry/cbht?cbhtbm=512021119203900001J',
    '/land/dk?dkbm=5120211192039000017',
  ])
  for (const text of [
    '',
    'CB-1',
    'https://evil.example/',
    'javascript:alert(1)',
    '512021119203900001X',
    '512021119203900001J&a=b',
    '１２３４５６７８９０１２３４',
  ])
    expect(placeOfCode(text)).toBeUndefined()
})

test('a person is read from a card when the number is one; sex and birthday are those of the number', () => {
  const card: IdCard = {
    name: '张三',
    sex: '女',
    nation: '汉',
    birthday: '1999-09-09',
    address: '示范村一组',
    number: ' 51202119800101123９ ',
    issuer: '',
    validFrom: '',
    validTo: '',
    photo: new Uint8Array(),
  }
  expect(cardPerson(card)).toEqual({ name: '张三', idType: '1', number: '512021198001011239', sex: '1', birthday: '1980-01-01', address: '示范村一组' })
  for (const wrong of [{ number: '512021198001011234' }, { number: '' }, { number: '<b>' }, { name: '' }])
    expect(cardPerson({ ...card, ...wrong })).toBeUndefined()
})

test('what did not come from a camera says what it is before its timestamp; two of one millisecond are told apart', () => {
  expect(photoName(7, [])).toBe('7.jpg')
  expect(photoName(7, ['7.jpg', '8.jpg'])).toBe('9.jpg')
  expect(photoName(7, ['7.jpg'], '签名', 'png')).toBe('签名7.png')
  expect(photoName(7, ['人脸7.jpg'], '人脸')).toBe('人脸8.jpg')
})
