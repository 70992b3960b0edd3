import { heardAsFirst } from './heard-as-first';

// Imported by each `main` before all else: what else it imports takes most of a second.
heardAsFirst(process);
