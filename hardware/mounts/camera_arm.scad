// The camera arm's printed parts: a clamp for the table's edge, a corner for the two tubes, a holder for the camera.
// The arm itself is square aluminium tube, cut to the lengths that are echoed below.
include <dimensions.scad>

part = "all"; // clamp, corner, holder or all
$fn = 48;
bolt = 6.4;
grip = 50; // how deep a tube sits

upright = arm_height + arm_clamp_opening;
echo(str("upright tube: ", upright, " mm; reaching tube: ", arm_reach + grip, " mm"));

outer = arm_tube + 2 * arm_wall;

module socket(depth) {
    difference() {
        translate([-outer / 2, -outer / 2, 0]) cube([outer, outer, depth]);
        translate([-arm_tube / 2, -arm_tube / 2, arm_wall]) cube([arm_tube, arm_tube, depth]);
        translate([0, 0, depth / 2 + arm_wall / 2]) rotate([0, 90, 0]) cylinder(d = 3.4, h = outer * 2, center = true);
    }
}

module clamp() {
    jaw = 12;
    high = arm_clamp_opening + 2 * jaw;
    difference() {
        translate([0, -arm_clamp_width / 2, 0]) cube([60, arm_clamp_width, high]);
        translate([jaw, -arm_clamp_width, jaw]) cube([60, arm_clamp_width * 2, arm_clamp_opening]);
        // A bolt from below with a nut let into the jaw.
        translate([40, 0, -1]) cylinder(d = bolt, h = jaw + 2);
        translate([40, 0, jaw - 5]) cylinder(d = 11.6, h = 6, $fn = 6);
    }
    translate([-outer / 2, 0, 0]) socket(high);
}

module corner() {
    socket(grip);
    translate([outer / 2, 0, outer / 2]) rotate([0, 90, 0]) socket(grip);
}

module holder() {
    plate = [arm_camera_board[0] + 8, arm_camera_board[1] + 8, 3];
    difference() {
        translate([-plate[0] / 2, -plate[1] / 2, 0]) cube(plate);
        translate([0, 0, -1]) cylinder(d = arm_lens_hole, h = 5);
        for (x = [-1, 1], y = [-1, 1])
            translate([x * arm_camera_holes[0] / 2, y * arm_camera_holes[1] / 2, -1]) cylinder(d = arm_camera_hole, h = 5);
    }
    translate([plate[0] / 2, 0, outer / 2]) rotate([0, 90, 0]) socket(grip);
}

if (part == "clamp" || part == "all") clamp();
if (part == "corner" || part == "all") translate([0, 90, 0]) corner();
if (part == "holder" || part == "all") translate([0, 160, 0]) holder();
