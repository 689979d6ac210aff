// Every planted fault of the writer is noticed by the model: tests/register/planted.ts in a run of its own, whose modules carry the faults.
import { expect, test } from 'vitest'
import { plantFaults } from '../register/planting.ts'

test('faults planted in writer, put, restore, guard and codes are caught within 500 random entries each', async () => {
  expect(await plantFaults()).toEqual([0, expect.anything()])
}, 7_200_000)
