export { DetectionModule } from './detection.module';
