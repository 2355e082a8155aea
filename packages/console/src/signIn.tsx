import { SignIn } from './pages/signIn/SignIn.tsx';
import { start } from './start.tsx';

start(<SignIn />);
