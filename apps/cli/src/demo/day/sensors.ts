import { Dice } from './dice';
import { FalcoSensor } from './falco';
import { NativeSensor } from './native';
import { TetragonSensor } from './tetragon';

/** What a day is made with. */
export interface Sensors {
  readonly dice: Dice;
  readonly native: NativeSensor;
  readonly falco: FalcoSensor;
  readonly tetragon: TetragonSensor;
}

/** Sensors whose small print repeats itself with the seed. */
export function sensorsOf(seed: number): Sensors {
  const dice = new Dice(seed);
  return {
    ...{ dice, native: new NativeSensor(dice) },
    ...{ falco: new FalcoSensor(dice), tetragon: new TetragonSensor(dice) },
  };
}
