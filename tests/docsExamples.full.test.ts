import { describeExamples, pagesWithExamples } from './describeExamples.ts';
import { startDemo } from './sharedDemo.ts';

// They write a lot, so they have a service of their own.
describeExamples(pagesWithExamples, startDemo);
